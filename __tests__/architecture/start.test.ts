import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../config/folders'
import { ALL_SOURCES } from '../../config/scripts/staleness'

const script = readFileSync(path.join(ROOT, 'config/scripts/start.sh'), 'utf8')
/** What `npm start` looks at before it asks, at more cost, what has to be built. */
const looked = /\$\(find (.+?) -newer/.exec(script)?.[1]?.split(' ')

it('npm start builds where the compiler is installed', () => {
  const [, compiler = 'nothing'] = /-d node_modules\/(\S+) \]/.exec(script) ?? []
  const { devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(Object.keys(devDependencies)).toContain(compiler)
})

it.each(ALL_SOURCES)('npm start sees a change of %s', (source) => {
  const [first = ''] = source.split('/')
  expect(looked).toContain(first.includes('.') && first !== 'package-lock.json' ? `./*${path.extname(first)}` : first)
})
