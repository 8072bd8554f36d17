import { Button } from './button.tsx'

interface LoadFailureProps {
  message: string
  loading: boolean
  retry(): Promise<unknown>
}

/** What stands in the place of something that could not be loaded. */
export const LoadFailure = ({ message, loading, retry }: LoadFailureProps) => (
  <div className="notice load-failure" data-tone="danger" role="alert">
    <p>{message}</p>
    <Button size="sm" loading={loading} onClick={() => void retry()}>
      Retry
    </Button>
  </div>
)
