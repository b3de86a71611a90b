/** Lets node run the TypeScript of config/ and webpack.config.ts with the project's own Babel settings. */
require('@babel/register')({ extensions: ['.ts', '.js'], only: [/config/], ignore: [/node_modules/], cache: true })
