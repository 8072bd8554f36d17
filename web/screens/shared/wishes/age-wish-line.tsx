import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'

type AgeWish = Pick<User, 'minPartnerAge' | 'maxPartnerAge'>

function sentence({ minPartnerAge: min, maxPartnerAge: max }: AgeWish) {
  if (min !== null && max !== null)
    return t`You only meet people from age ${min} to ${max}, so the search can take longer.`
  if (min !== null) return t`You only meet people from age ${min}, so the search can take longer.`
  return max === null ? '' : t`You only meet people up to age ${max}, so the search can take longer.`
}

/** Explains on the search screen that the ages the member accepts can lengthen the wait. */
export const AgeWishLine = ({ me }: { me: AgeWish }) => <p className="caption">{sentence(me)}</p>
