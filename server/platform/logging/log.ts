/** Every mail address in an error's text, however the mail server or the database quotes it. */
const MAIL_ADDRESS = /[^\s@<>()"'=,;:]+@[^\s@<>()"'=,;:]+/g

/** The fields of errors that are logged besides name, message and stack. Libraries set them to fixed words. */
const SAFE_FIELDS = ['code', 'status', 'syscall', 'severity', 'table', 'constraint', 'responseCode'] as const

const withoutAddresses = (text: string) => text.replaceAll(MAIL_ADDRESS, '<address>')

/**
 * Returns what is logged of an error: name, message and stack without mail addresses, a few fixed fields, and its cause.
 * Other fields are omitted because libraries put personal data there: nodemailer the recipients, PostgreSQL the
 * conflicting key, Prisma the arguments.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error))
    return typeof error === 'string' ? withoutAddresses(error) : { type: typeof error }
  const fields = SAFE_FIELDS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...Object.fromEntries(fields),
    ...(error instanceof AggregateError ? { errors: error.errors.map(serializeError) } : {}),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}

/** The Pino serializers of every log of the server. */
export const LOG_SERIALIZERS = { error: serializeError, err: serializeError }
