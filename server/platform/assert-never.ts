/** Marks the default of a switch that handles every case: a new case fails to compile here. @throws Error */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`)
}
