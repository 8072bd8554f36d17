import { t } from '@lingui/core/macro'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { User } from '#schema/account.ts'
import type { SearchState } from '#schema/ring.ts'
import { messageOf } from '../../../data/failure.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { timeOfDay } from '../../../i18n/locales.ts'
import type { Ring } from '../../../state/ring/ring.ts'
import { Button } from '../../../ui/button.tsx'
import { useInterval } from '../../../ui/use-interval.ts'
import { EveningLine } from './evening-line.tsx'
import { ExchangeLine } from './exchange-line.tsx'
import { pushProblemText } from './ring-problem-text.ts'
import { useRing } from './use-ring.ts'
import { useRingBlocker } from './use-ring-blocker.ts'

/** How often it is checked whether the search is over, in milliseconds. */
const LOOK_EVERY = 15_000

/** On the home screen: the search that goes on in the closed app, or the partner whom the member missed. */
export function RingLine({ me }: { me: User }) {
  const ring = useRing()
  return ring && <Line ring={ring} me={me} />
}

function Line({ ring, me }: { ring: Ring; me: User }) {
  const search = useStore(useMember().searchState)
  const missedAt = useStore(ring.missed)
  const [now, setNow] = useState(() => Date.now())
  useInterval(LOOK_EVERY, () => setNow(Date.now()))
  const { ringUntil = null } = search ?? {}
  if (search && ringUntil && Date.parse(ringUntil) > now)
    return (
      <GoesOn ring={ring} until={ringUntil}>
        <Kind search={search} me={me} now={now} />
      </GoesOn>
    )
  return missedAt && <Missed onDismiss={ring.missed.dismiss} />
}

/** What the search is for, also where it was begun on another device. */
function Kind({ search: { evening, exchange }, me, now }: { search: SearchState; me: User; now: number }) {
  const isRunning = evening && Date.parse(evening.endsAt) > now
  return (
    <>
      {isRunning && <EveningLine evening={evening} />}
      {exchange && <ExchangeLine me={me} />}
    </>
  )
}

/** The focused button is gone. */
const focusTitle = () => document.getElementById('idle-title')?.focus()

function GoesOn({ ring, until, children }: { ring: Ring; until: string; children: ReactNode }) {
  const { toasts } = useServices()
  const blocker = useRingBlocker()
  const [isStopping, setStopping] = useState(false)
  const time = timeOfDay(until)

  async function stop() {
    setStopping(true)
    try {
      await ring.stop()
      toasts.show({ title: t`Search cancelled` })
      focusTitle()
    } catch (error) {
      const description = messageOf(error, t`Please try again.`)
      toasts.show({ title: t`We couldn't stop your search`, description, variant: 'destructive' })
      setStopping(false)
    }
  }

  return (
    <section className="notice" data-tone="you" aria-label={t`Your search`}>
      <BellRing className="icon" aria-hidden="true" />
      <strong>{t`Your search goes on until ${time}`}</strong>
      <div>
        <span>{blocker ? pushProblemText(blocker) : t`We'll ring you when someone is found.`}</span>
        {children}
      </div>
      <span className="notice-actions">
        <Button size="sm" variant="quiet" onClick={ring.look}>
          {t`Look now`}
        </Button>
        <Button size="sm" variant="quiet" loading={isStopping} onClick={() => void stop()}>
          {t`Stop`}
        </Button>
      </span>
    </section>
  )
}

const Missed = ({ onDismiss }: { onDismiss(): void }) => (
  <section className="notice" data-tone="you" aria-label={t`Your search`}>
    <BellRing className="icon" aria-hidden="true" />
    <strong>{t`You missed someone`}</strong>
    <span>{t`Someone was found, but you didn't come in time. Press Find Match to search again.`}</span>
    <span className="notice-actions">
      <Button
        size="sm"
        variant="quiet"
        onClick={() => {
          onDismiss()
          focusTitle()
        }}
      >
        {t`Hide`}
      </Button>
    </span>
  </section>
)
