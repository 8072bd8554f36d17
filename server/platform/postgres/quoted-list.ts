/** Returns names of the code as a list for `IN`. Not for input: it escapes nothing. */
export const quotedList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
