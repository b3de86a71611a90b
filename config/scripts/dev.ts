import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { buildFolder } from '../folders'
import { clientConfiguration } from '../rspack/client'
import { serverConfiguration } from '../rspack/server'

const PORT = Number(process.env.PORT ?? 3000)
const SERVER_PORT = PORT + 1

process.env.NODE_ENV = 'development'
let server: ChildProcess | undefined

void serveClient().then(watchServer)

/** Hot reload for the client: assets come from memory, everything else is proxied to our own server. */
async function serveClient(): Promise<void> {
  const configuration = clientConfiguration('development')
  const devServer = new RspackDevServer(
    {
      port: PORT,
      hot: true,
      client: { overlay: { warnings: false } },
      // Our server fills the page template, so it needs the template on disk.
      devMiddleware: { index: false, writeToDisk: (file: string) => file.endsWith('index.html') },
      static: false,
      proxy: [
        { context: (url: string) => !url.startsWith('/assets/'), target: `http://localhost:${SERVER_PORT}`, ws: false },
      ],
    },
    rspack({ ...configuration, plugins: [...(configuration.plugins ?? []), new ReactRefreshRspackPlugin()] }),
  )
  await devServer.start()
  // The server reads the page at its start, so the page has to exist first.
  await new Promise((resolve) => {
    devServer.middleware?.waitUntilValid(resolve)
  })
}

/** Restarts the server: each successful build replaces the running one. */
function watchServer(): void {
  rspack(serverConfiguration('development')).watch({}, (error, stats) => {
    if (error ?? stats?.hasErrors()) {
      process.stderr.write(`${error?.message ?? stats?.toString('errors-only')}\n`)
      return
    }
    restartServer()
  })
}

function restartServer(): void {
  const previous = server
  if (previous?.exitCode !== null) {
    startServer()
    return
  }
  previous.once('exit', startServer)
  previous.kill('SIGTERM')
}

function startServer(): void {
  server = spawn(
    process.execPath,
    ['--enable-source-maps', path.join(buildFolder('server', 'development'), 'main.js')],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: String(SERVER_PORT), PUBLIC_URL: `http://localhost:${PORT}` },
    },
  )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server?.kill(signal)
    process.exit(0)
  })
}
