/**
 * Returns the lowest UUIDv7 of a time in milliseconds. As a parameter of a statement it lets PostgreSQL see how few
 * messages follow; a bound that is computed within the statement is planned as a third of the table.
 */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns the time of a UUIDv7, in milliseconds. */
export const timeOfId = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
