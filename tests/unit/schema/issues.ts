interface Checked {
  error?: { issues: { message: string; path: PropertyKey[] }[] } | undefined
}

/** Returns the issues of a value that a model refused, each with its path. */
export const issuesOf = ({ error }: Checked) =>
  (error?.issues ?? []).map(({ message, path }) => `${path.join('.')}: ${message}`)
