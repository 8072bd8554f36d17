import { t } from '@lingui/core/macro'
import { type SubmitEvent, useState } from 'react'
import { isSessionOver, messageOf } from '../../../data/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { PROVE_FACTOR } from './operations.ts'
import { PasskeyProof } from './passkey-proof.tsx'

interface ProveFormProps {
  action: string
  onProven(): void
  onCancel?(): void
}

/** Asks for a code that proves this session's second factor. */
export function ProveForm({ action, onProven, onCancel }: ProveFormProps) {
  const { mutate, isMutating } = useMutation(PROVE_FACTOR)
  const [problem, setProblem] = useState<string>()

  async function prove(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMutating) return
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    if (code === '') return setProblem(t`Enter the code`)
    setProblem(undefined)
    try {
      await mutate({ code })
      onProven()
    } catch (error) {
      if (isSessionOver(error)) return
      setProblem(messageOf(error, t`Something went wrong. Please try again.`))
    }
  }

  return (
    <form className="page-form" noValidate method="post" onSubmit={(event) => void prove(event)}>
      <CodeField error={problem} />
      <PasskeyProof onProven={onProven} onProblem={setProblem} />
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>{t`Cancel`}</Button>}
        <Button type="submit" variant="primary" loading={isMutating}>
          {action}
        </Button>
      </div>
    </form>
  )
}
