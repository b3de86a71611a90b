import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../config/folders'
import { ALL_SOURCES } from '../../config/scripts/staleness'

/** What `npm start` looks at before it asks, at more cost, what has to be built. */
const looked = /\$\(find (.+?) -newer/
  .exec(readFileSync(path.join(ROOT, 'config/scripts/start.sh'), 'utf8'))?.[1]
  ?.split(' ')

it.each(ALL_SOURCES)('npm start sees a change of %s', (source) => {
  const [first = ''] = source.split('/')
  expect(looked).toContain(first.includes('.') && first !== 'package-lock.json' ? `./*${path.extname(first)}` : first)
})
