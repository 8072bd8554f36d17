import { type ComponentType, use } from 'react'

/**
 * A component in a chunk of its own. Unlike with `lazy`, one that has been loaded before is drawn at once: `lazy`
 * shows the fallback even then, and React keeps a fallback that is shown for 300 ms.
 */
export function deferred<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const start = () => {
    loading ??= load().then((module) => {
      loaded = module[name]
      return loaded
    })
    return loading
  }
  function Deferred(props: Props) {
    const Component = loaded ?? use(start())
    return <Component {...props} />
  }
  /** Fetches it before it is wanted. What fails here is told where it is drawn. */
  Deferred.preload = () => void start().catch(() => undefined)
  return Deferred
}
