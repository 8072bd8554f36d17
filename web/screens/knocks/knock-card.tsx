import './knocks.css'
import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Knock } from '#schema/knocks.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { acceptKnock } from '../../state/knocks/accept-knock.ts'
import { declineKnock } from '../../state/knocks/decline-knock.ts'
import { knockTitle } from '../../state/knocks/knock-words.ts'
import { Button } from '../../ui/button.tsx'
import { listText } from '../../ui/list-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { focusAfterAnswer } from './focus-after-answer.ts'
import { KnockMenu } from './knock-menu.tsx'

interface KnockCardProps {
  knock: Knock
  /** How many others would like to talk. */
  more: number
  place: 'sidebar' | 'sheet' | 'search'
}

/** Asks whether to talk with a member. It never takes the focus, and nothing happens without an answer. */
export function KnockCard({ knock, more, place }: KnockCardProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const { api, toasts } = useServices()
  const { knocks, chatSwitch } = useMember()
  const [isAccepting, setAccepting] = useState(false)
  const answering = { api, toasts, knocks, chatSwitch }

  // The card contains the focused button.
  useLayoutEffect(() => () => focusAfterAnswer(card.current), [])

  async function accept() {
    setAccepting(true)
    await acceptKnock(answering, knock)
    setAccepting(false)
  }
  const decline = (forever: boolean) => void declineKnock(answering, knock, { forever })

  return (
    <section className="knock" data-place={place} aria-labelledby={titleId} ref={card}>
      <div className="knock-who">
        <Mark id={knock.userId} size="2.5rem" />
        <div>
          <h2 className="subhead" id={titleId} tabIndex={-1}>
            {knockTitle(knock)}
          </h2>{' '}
          {more > 0 && (
            <span className="caption ink-2 knock-more">
              {plural(more, { one: 'and # more', other: 'and # more' })}
            </span>
          )}
          <p className="caption ink-2">
            <About knock={knock} />{' '}
            <span className="knock-hint">{t`If you don't answer, nothing happens.`}</span>
          </p>
        </div>
        <KnockMenu knock={knock} nameId={titleId} />
      </div>
      <div className="knock-do">
        <Button
          variant="soft"
          size="sm"
          loading={isAccepting}
          aria-describedby={titleId}
          onClick={() => chatSwitch.before(shownName(knock.displayName), () => void accept())}
        >
          {t`Accept`}
        </Button>
        {/* The second click of a double click does not answer the next member. */}
        <Button size="sm" aria-describedby={titleId} onClick={({ detail }) => detail < 2 && decline(false)}>
          {t`Not now`}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-describedby={titleId}
          onClick={({ detail }) => detail < 2 && decline(true)}
        >
          {t`Don't ask again`}
        </Button>
      </div>
    </section>
  )
}

/** What the member knows about someone they have not talked with, and what the two share. */
function About({ knock: { age, again, sharedInterests, ...knock } }: { knock: Knock }) {
  const gender = i18n._(GENDER_LABELS[knock.gender])
  const shared = listText(sharedInterests.map(interestName))
  return (
    <>
      {!again && (
        <span className="knock-facts">
          {plural(age, { one: `# yrs • ${gender}`, other: `# yrs • ${gender}` })}
        </span>
      )}
      {shared && <span>{t`You both like ${shared}.`}</span>}
    </>
  )
}
