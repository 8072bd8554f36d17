import { t } from '@lingui/core/macro'
import type { User } from '#schema/account.ts'
import { languageName } from '../../../i18n/language-name.ts'
import { listText } from '../../../ui/list-text.ts'

/**
 * Says that the search is for an exchange, and that it goes on as any other. Empty once the member learns no language any
 * more.
 */
export const ExchangeLine = ({ me: { learning } }: { me: Pick<User, 'learning'> }) =>
  learning.length > 0 && (
    <p className="caption">
      {t`Language exchange: you learn ${{ list: listText(learning.map(languageName)) }}. After 20 seconds we look for other people too.`}
    </p>
  )
