import { t } from '@lingui/core/macro'
import { Button } from './button.tsx'

interface LoadFailureProps {
  message: string
  loading: boolean
  retry(): Promise<unknown>
}

/** An error with a retry button, in place of content that failed to load. */
export const LoadFailure = ({ message, loading, retry }: LoadFailureProps) => (
  <div className="notice load-failure" data-tone="danger" role="alert">
    <p>{message}</p>
    <Button size="sm" loading={loading} onClick={() => void retry()}>
      {t`Retry`}
    </Button>
  </div>
)
