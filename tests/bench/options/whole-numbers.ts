import * as z from 'zod'

/** A whole number above 0. */
export const wholeNumber = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, 'expects a whole number above 0')
    .transform(Number)
    .default(byDefault)

/** A list of whole numbers above 0. */
export const wholeNumbers = (byDefault: readonly number[]) =>
  z
    .string()
    .regex(/^[1-9]\d*(,[1-9]\d*)*$/, 'expects whole numbers above 0, such as 8,32')
    .transform((list) => list.split(',').map(Number))
    .default([...byDefault])
