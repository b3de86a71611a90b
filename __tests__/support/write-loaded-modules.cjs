/** Writes which files a process has loaded into LOADED_MODULES_FILE when it ends. For `node --require`. */
const { writeFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  process.once('exit', () => writeFileSync(process.env.LOADED_MODULES_FILE, Object.keys(require.cache).join('\n')))
}
