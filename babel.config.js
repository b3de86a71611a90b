/** One Babel for webpack, jest and the scripts of config/, so that all three read the sources alike. */
module.exports = function configureBabel(api) {
  const target = api.caller((caller) => caller?.target)
  const runsInBrowser = target === 'web'
  api.cache.using(() => `${target}:${process.env.NODE_ENV}`)

  return {
    presets: [
      [
        '@babel/preset-env',
        runsInBrowser
          ? { modules: false, bugfixes: true }
          : { targets: { node: '20.19' }, modules: target === 'node' ? false : 'commonjs' },
      ],
      ['@babel/preset-react', { runtime: 'automatic', development: process.env.NODE_ENV === 'development' }],
      ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
    ],
  }
}
