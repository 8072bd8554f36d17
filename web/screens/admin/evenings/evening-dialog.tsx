import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { ApiFailure, messageOf } from '../../../data/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { hoursInForm } from './evening-hours.ts'
import { CHANGE_EVENING, type Planned, SCHEDULE_EVENING } from './operations.ts'
import { type Repetition, RepetitionFields, repetitionOf } from './repetition-fields.tsx'

interface EveningDialogProps {
  /** The evening to change; null to schedule a new one. */
  evening: Planned | null
  /** Whether later evenings of the repetition exist. */
  hasLater: boolean
  onDone(): Promise<void>
  onClose(): void
}

const SUGGESTED = { topic: '', day: '', from: '20:00', until: '22:00' }
const ONCE: Repetition = { kind: 'once', times: '4', lastDay: '' }
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const startOf = (evening: Planned | null) =>
  evening
    ? { topic: evening.topic, timeZone: evening.timeZone, ...hoursInForm(evening) }
    : { ...SUGGESTED, timeZone: ownZone() }

/** The form that schedules or changes an evening. The hours are those of its time zone. */
export function EveningDialog({ evening, hasLater, onDone, onClose }: EveningDialogProps) {
  const [plan, setPlan] = useState(() => startOf(evening))
  const [repetition, setRepetition] = useState(ONCE)
  const [andLater, setAndLater] = useState(false)
  const { errors, isBusy, save } = useSaveEvening(onDone)

  const field = (name: keyof typeof plan) => ({
    value: plan[name],
    required: true,
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setPlan({ ...plan, [name]: event.target.value }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    void save(evening ? { id: evening.id, andLater, ...plan } : { ...plan, ...repetitionOf(repetition) })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={evening ? t`Change this evening` : t`Schedule an evening`}
      wide
    >
      <form className="evening-form" onSubmit={submit} noValidate>
        <TextField label={t`Topic, one interest`} {...field('topic')} />
        <div className="evening-hours">
          <TextField label={t`Day`} type="date" {...field('day')} />
          <TextField
            label={t({ message: 'From', comment: 'The beginning of an evening' })}
            type="time"
            {...field('from')}
          />
          <TextField
            label={t({ message: 'Until', comment: 'The end of an evening' })}
            type="time"
            {...field('until')}
          />
        </div>
        <TextField
          label={t`Time zone`}
          list="time-zones"
          dir="ltr"
          autoComplete="off"
          {...field('timeZone')}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {evening === null && (
          <RepetitionFields repetition={repetition} errors={errors} onChange={setRepetition} />
        )}
        {hasLater && (
          <Switch
            label={t`Also the later evenings`}
            hint={t`They move by as many days as this one.`}
            checked={andLater}
            onChange={({ target }) => setAndLater(target.checked)}
          />
        )}
        <FieldError id="evening-error">{errors.form}</FieldError>
        <div className="actions">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {evening ? t`Save` : t`Schedule`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Fields = ReturnType<typeof startOf>
type Saved = Fields & ({ id: string; andLater: boolean } | ReturnType<typeof repetitionOf>)

/** Returns what saves the form, and what the server says about its fields; `form` is about all of it. */
function useSaveEvening(onDone: () => Promise<void>) {
  const schedule = useMutation(SCHEDULE_EVENING)
  const change = useMutation(CHANGE_EVENING)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  async function save(saved: Saved) {
    setErrors({})
    try {
      if ('id' in saved) await change.mutate(saved)
      else await schedule.mutate(saved)
      await onDone()
    } catch (error) {
      const fields = error instanceof ApiFailure ? error.fields : {}
      const form = messageOf(error, t`We couldn't save the evening. Please try again.`)
      setErrors(Object.keys(fields).length > 0 ? fields : { form })
    }
  }
  return { errors, isBusy: schedule.isMutating || change.isMutating, save }
}
