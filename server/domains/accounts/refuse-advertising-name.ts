import { carriesLinkOrMoney } from '#server/platform/display-names.ts'
import { ApiError } from '#server/platform/errors.ts'

const MESSAGE = 'Display name cannot contain a link, an email address or an amount of money'

/** @throws ApiError INVALID, at the field, for a display name that would advertise something in a mail */
export function refuseTellingName(displayName: string): void {
  if (!carriesLinkOrMoney(displayName)) return
  throw new ApiError('INVALID', MESSAGE, { fields: { displayName: MESSAGE } })
}
