const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** Returns a line for each field: `premium until: 2027-01-31T00:00:00.000Z`. */
export const fieldLines = (fields: object): string[] =>
  Object.entries(fields).map(([name, value]) => `${words(name)}: ${textOf(value)}`)
