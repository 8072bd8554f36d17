import * as z from 'zod'
import { text } from './translatable.ts'

const within = (limit: number, message: string) => z.number(message).min(-limit, message).max(limit, message)
const latitude = within(90, text('Invalid latitude'))
const longitude = within(180, text('Invalid longitude'))
/** Metres. */
const accuracy = z.number(text('Invalid accuracy')).min(0, text('Invalid accuracy'))

/** The position that a browser reports (spec §3, geolocation result). */
export const position = z.object({ latitude, longitude, accuracy: accuracy.optional() })
export type Position = z.infer<typeof position>

const inHeader = (model: z.ZodNumber, message: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,9}(\.\d{1,20})?$/, message)
    .transform(Number)
    .pipe(model)
    .optional()

/** The optional location headers of registration and session requests: both coordinates, or none. */
export const locationHeaders = z
  .object({
    latitude: inHeader(latitude, text('Invalid latitude')),
    longitude: inHeader(longitude, text('Invalid longitude')),
    accuracy: inHeader(accuracy, text('Invalid accuracy')),
  })
  .transform(({ latitude, longitude, accuracy }): Position | null =>
    latitude === undefined || longitude === undefined ? null : { latitude, longitude, accuracy },
  )
