import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { locationHeaders } from '../../data/location-headers.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type State = { phase: 'open' | 'sending' } | { phase: 'refused' | 'done'; message: string }

/** The form for one email when the beta ends. */
export function LaunchSignUp() {
  const { api, position } = useServices()
  const [state, setState] = useState<State>({ phase: 'open' })

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.phase === 'sending') return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!email.includes('@')) return setState({ phase: 'refused', message: t`Must be a valid email address` })
    setState({ phase: 'sending' })
    try {
      const { data } = await api.call('joinLaunchList', {
        body: { email },
        headers: locationHeaders(position.getState()),
      })
      setState({ phase: 'done', message: data.message })
    } catch (error) {
      const field = error instanceof ApiFailure ? error.fields.email : undefined
      setState({
        phase: 'refused',
        message: field ?? messageOf(error, t`We could not add your email. Please try again.`),
      })
    }
  }

  if (state.phase === 'done')
    return (
      <p className="body" role="status">
        {state.message}
      </p>
    )
  return (
    <form className="launch-form" noValidate onSubmit={(event) => void join(event)}>
      <TextField
        label={t`Tell me when the beta ends`}
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        error={state.phase === 'refused' ? state.message : undefined}
      />
      <Button type="submit" loading={state.phase === 'sending'}>
        {t`Tell me`}
      </Button>
    </form>
  )
}
