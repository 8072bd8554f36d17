import './evenings.css'
import { t } from '@lingui/core/macro'
import { BellPlus, Check } from 'lucide-react'
import { useState } from 'react'
import type { Evening } from '#schema/evenings.ts'
import { useMember } from '../../hooks/member.tsx'
import { interestName } from '../../i18n/interest-name.ts'
import { timeOfDay } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { useInterval } from '../../ui/use-interval.ts'
import { beginText, isRunning, nextEvenings } from '../shared/wishes/evening-times.ts'
import { useEvenings } from './use-evenings.ts'

/** How often it is checked whether an evening has begun or ended, in milliseconds. */
const LOOK_EVERY = 15_000

/** The next evening at the foot of the home screen, and the later ones. Nothing is there without one. */
export function Evenings() {
  const { evenings, setReminder } = useEvenings()
  const [now, setNow] = useState(() => Date.now())
  useInterval(LOOK_EVERY, () => setNow(Date.now()))
  const { next, later } = nextEvenings(evenings, now)
  if (!next) return null
  const running = isRunning(next, now)
  return (
    <section className="evening-foot" data-running={running || undefined} aria-labelledby="next-evening">
      <h2 className="label" id="next-evening">
        {running ? t`Running now` : t`Next evening`}
      </h2>
      <EveningWhen evening={next} running={running} />
      <p className="why">
        {next.cancelled ? t`This evening was cancelled.` : t`People who like it search at the same hour.`}
      </p>
      {running ? <SearchWithin evening={next} /> : <Reminder evening={next} setReminder={setReminder} />}
      {later.length > 0 && (
        <details className="later-evenings">
          <summary>{t`Later evenings`}</summary>
          <ul>
            {later.map((evening) => (
              <li key={evening.id}>
                <EveningWhen evening={evening} running={isRunning(evening, now)} />
                {evening.cancelled && <span className="why">{t`This evening was cancelled.`}</span>}
                {isRunning(evening, now) ? (
                  <SearchWithin evening={evening} />
                ) : (
                  <Reminder evening={evening} setReminder={setReminder} />
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const EveningWhen = ({ evening, running }: { evening: Evening; running: boolean }) => (
  <p className="when">
    {/* A flex item of another direction would stand at the other edge. */}
    <span className="word">
      <bdi>{interestName(evening.topic)}</bdi>
    </span>
    <span className="time">
      {running
        ? t({ message: `until ${{ time: timeOfDay(evening.endsAt) }}`, comment: 'The end of an evening' })
        : beginText(evening)}
    </span>
  </p>
)

function SearchWithin({ evening }: { evening: Evening }) {
  const { chat } = useMember()
  const topic = interestName(evening.topic)
  return (
    <Button variant="soft" onClick={() => void chat.findMatch(evening)}>{t`Search within ${topic}`}</Button>
  )
}

interface ReminderProps {
  evening: Evening
  setReminder(evening: Evening, isWanted: boolean): Promise<void>
}

function Reminder({ evening, setReminder }: ReminderProps) {
  const { wantsReminder, cancelled } = evening
  if (cancelled) return null
  const Icon = wantsReminder ? Check : BellPlus
  return (
    <Button
      variant={wantsReminder ? 'soft' : 'secondary'}
      size="sm"
      aria-pressed={wantsReminder}
      onClick={() => void setReminder(evening, !wantsReminder)}
    >
      <Icon className="icon" data-size="sm" aria-hidden="true" />
      {wantsReminder ? t`Reminder set` : t`Remind me`}
    </Button>
  )
}
