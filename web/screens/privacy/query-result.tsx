import type { ReactNode } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'

interface QueryResultProps<Data> {
  data: Data | null
  failure: ApiFailure | null
  /** The object of "We couldn't load …", such as "your sessions". */
  what: string
  retry(): Promise<void>
  children(data: Data): ReactNode
}

/** Shows loaded data, a loading note, or an error with a retry button. Data that was loaded once stays visible. */
export function QueryResult<Data>({ data, failure, what, retry, children }: QueryResultProps<Data>) {
  if (data) return children(data)
  if (!failure) return <Loading label={`Loading ${what}`} />
  return (
    <div className="privacy-note" role="alert">
      <p className="ink-2">
        We couldn't load {what}. {failure.message}
      </p>
      <Button size="sm" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
