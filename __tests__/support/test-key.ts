/** For letters that a test writes itself. */
export const TEST_KEY = 'a key of letters that nobody but tests may read'
