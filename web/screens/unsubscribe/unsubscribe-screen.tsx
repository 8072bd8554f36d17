import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

const { name: product } = PRODUCT

type State =
  | { phase: 'asking' }
  | { phase: 'unknown' }
  | { phase: 'failed'; message: string }
  | { phase: 'known'; wanted: boolean; changed: boolean }

/** The page behind the unsubscribe link. Only the button changes the setting, because mail scanners open links too. */
export function UnsubscribeScreen() {
  const { api } = useServices()
  const [query] = useSearchParams()
  const [user, token] = [query.get('user') ?? '', query.get('token') ?? '']
  const [state, setState] = useState<State>({ phase: 'asking' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function load() {
    setState({ phase: 'asking' })
    try {
      const { data } = await api.call('getMissedMails', { query: { user, token } })
      setState({ phase: 'known', wanted: data.wanted, changed: false })
    } catch (error) {
      const unknown = error instanceof ApiFailure && [400, 404].includes(error.status)
      if (unknown) setState({ phase: 'unknown' })
      else setState({ phase: 'failed', message: messageOf(error, t`Please try again.`) })
    }
  }

  async function choose(wanted: boolean) {
    setBusy(true)
    setProblem('')
    try {
      await api.call('chooseMissedMails', { body: { user, token, wanted } })
      setState({ phase: 'known', wanted, changed: true })
    } catch (error) {
      setProblem(messageOf(error, t`We couldn't save your choice. Please try again.`))
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => void load(), [api, user, token])

  if (state.phase === 'asking') return <Loading label={t`Loading your choice`} />
  if (state.phase === 'unknown')
    return (
      <OutcomePage
        success={false}
        role="alert"
        title={t`This link doesn't work`}
        message={t`Please open the full link from the email again. You can also log in and change this setting under the bell.`}
        actions={<Home variant="secondary" />}
      />
    )
  if (state.phase === 'failed')
    return (
      <OutcomePage
        success={false}
        role="alert"
        title={t`We couldn't load your choice`}
        message={state.message}
        actions={<Button variant="primary" size="lg" onClick={() => void load()}>{t`Try again`}</Button>}
      />
    )
  const { wanted, changed } = state
  return (
    <OutcomePage
      success={wanted}
      role="status"
      title={wanted ? titleOfWanted(changed) : t`You won’t get these emails any more`}
      message={
        wanted
          ? t`We email you about messages that came while you were away. At most one email a day; it never includes message text.`
          : t`We no longer email you about missed messages. They wait for you in the app.`
      }
      actions={
        <>
          <Button
            variant={wanted ? 'primary' : 'secondary'}
            size="lg"
            loading={busy}
            onClick={() => void choose(!wanted)}
          >
            {wanted ? t`Stop these emails` : t`Start them again`}
          </Button>
          <Home />
        </>
      }
    >
      {problem && (
        <p className="body" role="alert">
          {problem}
        </p>
      )}
    </OutcomePage>
  )
}

const titleOfWanted = (changed: boolean) => (changed ? t`You get these emails again` : t`Stop these emails?`)

const Home = ({ variant = 'quiet' }: { variant?: 'quiet' | 'secondary' }) => (
  <ButtonLink to="/" variant={variant}>
    {t`Go to ${product}`}
  </ButtonLink>
)
