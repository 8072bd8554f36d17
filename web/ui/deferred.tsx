import { type ComponentType, use, useEffect, useState, useTransition } from 'react'
import { Button } from './button.tsx'

export interface PartFailureProps<Props> {
  /** What the part was to be drawn with. */
  props: Props
  loading: boolean
  retry(): void
}

/**
 * A component in a chunk of its own. Unlike with `lazy`, one that has been loaded before is drawn at once: `lazy`
 * shows the fallback even then, and React keeps a fallback that is shown for 300 ms. A chunk that cannot be fetched is
 * said in its place, and fetched again on request, when the connection is back, and when it is next wanted.
 */
export function deferred<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Failure: ComponentType<PartFailureProps<Props>> = PartFailure,
) {
  let loaded: ComponentType<Props> | undefined
  /** Null where it failed: a promise that rejects would take the whole page to the error boundary. */
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
    // No hook may follow: when the chunk arrives during the drawing, React begins again, and `use` is not reached.
    const Component = loaded ?? use(attempt)
    if (Component) return <Component {...props} />
    const retry = () => startRetry(() => setAttempt(start()))
    return <Failed attempt={attempt} props={props} loading={isRetrying} retry={retry} />
  }
  function Failed({ attempt, ...failed }: PartFailureProps<Props> & { attempt: object }) {
    const { retry } = failed
    // After each failed attempt, so that the next one fetches again.
    useEffect(() => {
      forget()
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [attempt])
    return <Failure {...failed} />
  }
  /** Fetches it before it is wanted. What fails here is fetched again when it is. */
  Deferred.preload = () =>
    void start().then((component) => {
      if (!component) forget()
    })
  return Deferred
}

/** Reloading helps where an update of the app has removed the chunk. */
function PartFailure({ props, loading, retry }: PartFailureProps<object>) {
  // A dialog that is not there can be closed all the same.
  const close = 'onClose' in props ? props.onClose : null
  return (
    <div className="notice part-failure" data-tone="danger" role="alert">
      <p>This part could not be loaded. Check your connection and try again, or reload the page.</p>
      <Button size="sm" loading={loading} onClick={retry}>
        Try again
      </Button>
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
      {typeof close === 'function' && (
        <Button size="sm" onClick={() => close()}>
          Close
        </Button>
      )}
    </div>
  )
}
