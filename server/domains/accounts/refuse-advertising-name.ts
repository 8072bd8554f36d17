import { text } from '#schema/translatable.ts'
import { containsLinkOrMoney } from '#server/platform/display-names.ts'
import { ApiError } from '#server/platform/errors.ts'

const MESSAGE = text('Display name cannot contain a link, an email address or an amount of money')

/** @throws ApiError INVALID, naming the field, for a display name that would be an advertisement in our mails */
export function refuseAdvertisingName(displayName: string): void {
  if (!containsLinkOrMoney(displayName)) return
  throw new ApiError('INVALID', MESSAGE, { fields: { displayName: MESSAGE } })
}
