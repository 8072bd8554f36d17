import { isolate } from '#schema/directions.ts'
import { pageDirection } from './page-direction.ts'

/** Returns the values of a message with each text isolated (`isolate`). `adapt` changes every text. */
export const isolateValues = (
  values: Record<string, unknown> = {},
  adapt = (text: string) => text,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolate(adapt(value), pageDirection()) : value,
    ]),
  )
