import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { useQuery } from '../../hooks/use-query.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { focusBelowDialogs } from '../../ui/focus-below-dialogs.ts'
import { Mark } from '../../ui/mark.tsx'
import { type PartnerDialog, PartnerDialogs } from '../shared/partner-dialogs.tsx'
import { timeOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { RECENT_CHATS, type RecentChat } from './operations.ts'

interface RecentChatsProps {
  /** Takes the focus after a report or a block, because the focused button may be gone. */
  heading: RefObject<HTMLElement | null>
  /** Called after the server has accepted a report or a block. */
  onDone?(chat: RecentChat): void
}

/** The chat partners of the last day, by name and time only, with Report and Block buttons. */
export function RecentChats({ heading, onDone }: RecentChatsProps) {
  const query = useQuery(RECENT_CHATS, {})
  const [chosen, setChosen] = useState<RecentChat | null>(null)
  const [asking, setAsking] = useState<PartnerDialog | null>(null)

  function ask(chat: RecentChat, dialog: PartnerDialog) {
    setChosen(chat)
    setAsking(dialog)
  }

  async function done(chat: RecentChat) {
    onDone?.(chat)
    await query.refetch()
    focusBelowDialogs(heading.current)
  }

  return (
    <>
      <Listing
        items={query.data?.recentChats ?? null}
        query={query}
        loading={t`Loading your recent chats`}
        failed={t`We couldn't load your recent chats.`}
        empty={t`You had no chats in the last 24 hours.`}
      >
        {(chat) => <Row key={chat.id} chat={chat} onAsk={(dialog) => ask(chat, dialog)} />}
      </Listing>
      {chosen && (
        <PartnerDialogs
          asking={asking}
          partnerId={chosen.partnerId}
          partnerName={shownName(chosen.partnerDisplayName)}
          isBlocked={chosen.blocked}
          onAsk={setAsking}
          onDone={() => void done(chosen)}
        />
      )}
    </>
  )
}

function Row({ chat, onAsk }: { chat: RecentChat; onAsk(dialog: PartnerDialog): void }) {
  const { partnerId, partnerDisplayName, openedAt, endedAt, blocked } = chat
  const name = shownName(partnerDisplayName)
  const from = timeOf(openedAt)
  return (
    <li className="safety-row blocked recent">
      <Mark id={partnerId} size="2.5rem" />
      <span className="blocked-who">
        <b>
          <bdi translate="no">{name}</bdi>
        </b>
        <span className="caption ink-3">
          {endedAt
            ? t`${from} to ${{ to: timeOf(endedAt) }}`
            : t({ message: `${from} to now`, comment: 'The time of a chat' })}
        </span>
      </span>
      <span className="recent-actions">
        {blocked ? (
          <span className="badge">{t`Blocked`}</span>
        ) : (
          <Button size="sm" onClick={() => onAsk('block')}>
            <Trans>
              Block<span className="sr-only"> {name}</span>
            </Trans>
          </Button>
        )}
        <Button size="sm" onClick={() => onAsk('report')}>
          <Trans>
            Report<span className="sr-only"> {name}</span>
          </Trans>
        </Button>
      </span>
    </li>
  )
}
