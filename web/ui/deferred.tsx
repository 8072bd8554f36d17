import { t } from '@lingui/core/macro'
import { type ComponentType, use, useEffect, useState, useTransition } from 'react'
import { Button } from './button.tsx'

export interface PartFailureProps<Props> {
  /** The props of the component that failed to load. */
  props: Props
  loading: boolean
  retry(): void
}

/**
 * Returns a component that loads its own chunk. Unlike `lazy`, it renders at once if the chunk has been loaded
 * before: `lazy` would show the fallback, which React then keeps for 300 ms. If the chunk fails to load, `Failure` is
 * shown in its place. The chunk is fetched again on request, when the connection is back, and on the next render.
 */
export function deferred<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Failure: ComponentType<PartFailureProps<Props>> = PartFailure,
) {
  let loaded: ComponentType<Props> | undefined
  /** Resolves to null on failure: a rejected promise would reach the error boundary of the whole page. */
  let loading: Promise<ComponentType<Props> | null> | undefined
  const start = () => {
    loading ??= load().then(
      (module) => {
        loaded = module[name]
        return loaded
      },
      () => null,
    )
    return loading
  }
  const forget = () => {
    loading = undefined
  }
  function Deferred(props: Props) {
    const [attempt, setAttempt] = useState(start)
    const [isRetrying, startRetry] = useTransition()
    // No hook may follow `use`: React renders again when the chunk arrives, and `use` is then not called.
    const Component = loaded ?? use(attempt)
    if (Component) return <Component {...props} />
    const retry = () => startRetry(() => setAttempt(start()))
    return <Failed attempt={attempt} props={props} loading={isRetrying} retry={retry} />
  }
  function Failed({ attempt, ...failed }: PartFailureProps<Props> & { attempt: object }) {
    const { retry } = failed
    // Forget each failed attempt: the next one fetches again.
    useEffect(() => {
      forget()
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [attempt])
    return <Failure {...failed} />
  }
  /** Loads the chunk in advance. A failure is forgotten, and the first render fetches again. */
  Deferred.preload = () =>
    void start().then((component) => {
      if (!component) forget()
    })
  return Deferred
}

/** Offers a reload too, because an update of the app may have removed the chunk. */
export function PartFailure({ props, loading, retry }: PartFailureProps<object>) {
  // A dialog that failed to load can still be closed.
  const close = 'onClose' in props ? props.onClose : null
  return (
    <div className="notice part-failure" data-tone="danger" role="alert">
      <p>{t`We couldn't load this part. Check your connection and try again, or reload the page.`}</p>
      <Button size="sm" loading={loading} onClick={retry}>
        {t`Try again`}
      </Button>
      <Button size="sm" onClick={() => window.location.reload()}>
        {t`Reload`}
      </Button>
      {typeof close === 'function' && (
        <Button size="sm" onClick={() => close()}>
          {t`Close`}
        </Button>
      )}
    </div>
  )
}
