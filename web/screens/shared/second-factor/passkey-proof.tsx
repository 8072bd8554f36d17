import { t } from '@lingui/core/macro'
import { canUsePasskeys } from '../../../data/can-use-passkeys.ts'
import { isSessionOver, messageOf } from '../../../data/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { BEGIN_PASSKEY_PROOF, PROVE_PASSKEY } from './operations.ts'

interface PasskeyProofProps {
  onProven(): void
  onProblem(message: string | undefined): void
}

/** Proves the second factor with a passkey instead of a code, where the browser can. */
export function PasskeyProof({ onProven, onProblem }: PasskeyProofProps) {
  const begin = useMutation(BEGIN_PASSKEY_PROOF)
  const proof = useMutation(PROVE_PASSKEY)
  if (!canUsePasskeys()) return null

  async function prove() {
    onProblem(undefined)
    try {
      const { beginPasskeyProof } = await begin.mutate({})
      const { askForPasskey, passkeyProblem } = await import('../../../data/passkeys.ts')
      const assertion = await askForPasskey(JSON.parse(beginPasskeyProof)).catch((error: unknown) => {
        if (passkeyProblem(error) === 'cancelled') return null
        throw error
      })
      if (!assertion) return
      await proof.mutate({ credential: JSON.stringify(assertion) })
      onProven()
    } catch (error) {
      if (!isSessionOver(error)) onProblem(messageOf(error, t`Something went wrong. Please try again.`))
    }
  }

  return (
    <button type="button" className="link factor-other" onClick={() => void prove()}>
      {t`Use a passkey instead`}
    </button>
  )
}
