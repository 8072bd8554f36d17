/** The SECRET_KEY of every server that a test starts. */
export const TEST_SECRET_KEY = 'a-key-for-tests-that-guards-nothing-real'
