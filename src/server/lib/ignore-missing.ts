/** For `catch`: a file or folder that does not exist becomes `undefined`; every other failure is rethrown. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
