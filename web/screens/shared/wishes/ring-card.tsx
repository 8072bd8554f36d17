import './ring-card.css'
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#schema/account.ts'
import { TIMING } from '#schema/limits.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useStore } from '../../../hooks/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useInterval } from '../../../ui/use-interval.ts'
import { RingProblem } from './ring-problem.tsx'
import { ringSentence } from './ring-sentence.ts'
import { useRing } from './use-ring.ts'
import { useRingSwitch } from './use-ring-switch.ts'

/** On the search screen: the search goes on in the closed app, and a partner who was found is about to come. */
export function RingCard({ me }: { me: User }) {
  const search = useStore(useMember().searchState)
  const ringing = useRingSwitch(me)
  const card = useRef<HTMLElement>(null)
  const hasGone = useHasGone(search?.comeUntil ?? null)
  const { ringUntil = null, comeUntil = null } = search ?? {}
  const problem = ringing.problem ?? (ringing.blocker && { push: ringing.blocker })
  const says = comeUntil
    ? t`Someone was found. Waiting for them to come…`
    : ringSentence(ringUntil, { ...ringing, isBlocked: problem !== null && 'push' in problem })
  useRing()
  useFocusOnCancel(comeUntil !== null)
  if (!ringing.isOffered && !comeUntil && !hasGone) return null

  async function turnOff() {
    await ringing.change(false)
    // The focused button is gone.
    card.current?.querySelector('button')?.focus()
  }

  return (
    <section className="hint-card ring-card" aria-label={t`Ring me`} ref={card}>
      <div className="what">
        {hasGone && (
          <p role="status">{t`They couldn't come. You keep your place, and the search goes on.`}</p>
        )}
        {says && <p role="status">{says}</p>}
        {problem && !comeUntil && <RingProblem problem={problem} isAnswer={ringing.problem !== null} />}
      </div>
      {comeUntil ? (
        <TimeLeft until={comeUntil} />
      ) : (
        ringing.isOffered && (
          <div className="ring-do">
            <Button
              variant="soft"
              loading={ringing.changing === 'on'}
              onClick={() => void ringing.change(true)}
            >
              {ringUntil ? t`Extend` : t`Ring me`}
            </Button>
            {ringUntil && (
              <Button
                variant="quiet"
                loading={ringing.changing === 'off'}
                onClick={() => void turnOff()}
              >{t`Turn off`}</Button>
            )}
          </div>
        )
      )}
    </section>
  )
}

/** The time in which the other may come. It is not announced. */
function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now())
  useInterval(1_000, () => setNow(Date.now()))
  // The clock of this device may be wrong.
  const left = Math.min(Math.max(0, Date.parse(until) - now), TIMING.ringFor)
  const seconds = Math.ceil(left / 1_000)
  return (
    <span className="num ring-left" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}

/** Returns whether a ring has ended without a chat, while the search goes on. */
function useHasGone(comeUntil: string | null): boolean {
  const before = useRef(comeUntil)
  const [hasGone, setGone] = useState(false)
  useEffect(() => {
    if (before.current && !comeUntil) setGone(true)
    if (comeUntil) setGone(false)
    before.current = comeUntil
  }, [comeUntil])
  return hasGone
}

/** Moves the focus to Cancel Search when the focused button of the card is gone. */
function useFocusOnCancel(isRinging: boolean) {
  useEffect(() => {
    if (!isRinging || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.search-body .button')?.focus()
  }, [isRinging])
}
