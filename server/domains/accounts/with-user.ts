/**
 * Returns the row, or null when there is none or its account was deleted. Prisma reads an included account in a second
 * statement, so it is null when the account was deleted between the two, although its type says otherwise.
 */
export const withUser = <Row extends { user: object | null }>(row: Row | null): Row | null =>
  row?.user ? row : null
