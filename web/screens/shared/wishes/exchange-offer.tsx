import { t } from '@lingui/core/macro'
import { useMember } from '../../../hooks/member.tsx'
import { Button } from '../../../ui/button.tsx'

/** The choice beside Find Match of a member who learns a language. */
export function ExchangeOffer() {
  const { chat } = useMember()
  return <Button onClick={() => void chat.findExchange()}>{t`Find a language exchange`}</Button>
}
