import { useState } from 'react'
import { messageOf } from '../../data/failure.ts'
import { useAct, useAsk } from '../../state/graphql-react.tsx'
import { useServices } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { DECIDE_HELD, HELD_MESSAGES, type HeldMessage } from './operations.ts'
import { Queue } from './queue.tsx'
import { HELD_WORDS, momentOf } from './words.ts'

export function HeldQueue() {
  const { data, loading, failure, refetch, more } = useAsk(HELD_MESSAGES, {})
  const held = data?.heldMessages
  return (
    <Queue
      title="Held messages"
      note="Oldest first. Their senders know that they were not sent."
      page={held}
      loading={loading}
      failure={failure}
      refetch={refetch}
      empty="No message is held."
      more={(after) =>
        more({ after }, (before, added) => ({
          heldMessages: {
            ...added.heldMessages,
            nodes: [...before.heldMessages.nodes, ...added.heldMessages.nodes],
          },
        }))
      }
    >
      <ul>
        {held?.nodes.map((message) => (
          <HeldCase key={message.id} message={message} onDecided={refetch} />
        ))}
      </ul>
    </Queue>
  )
}

function HeldCase({ message, onDecided }: { message: HeldMessage; onDecided(): Promise<void> }) {
  const { toasts } = useServices()
  const { act, acting } = useAct(DECIDE_HELD)
  const [error, setError] = useState<string>()

  async function decide(release: boolean) {
    setError(undefined)
    try {
      await act({ id: message.id, release })
      toasts.show({ title: release ? 'Let through' : 'Refused' })
      await onDecided()
    } catch (cause) {
      setError(messageOf(cause, 'This could not be decided. Please try again.'))
    }
  }

  return (
    <li className="appeal-case">
      <Mark id={message.sender.id} size="2.25rem" />
      <div>
        <p>
          <b>
            <bdi>{message.sender.displayName}</bdi>
          </b>{' '}
          <time className="caption ink-3" dateTime={message.created}>
            {momentOf(message.created)}
          </time>{' '}
          <span className="badge">{HELD_WORDS[message.rule] ?? message.rule}</span>
        </p>
        <blockquote className="said" dir="auto">
          “{message.text}”
        </blockquote>
        <FieldError id={`held-${message.id}`}>{error}</FieldError>
        <div className="appeal-acts">
          <Button loading={acting} onClick={() => void decide(true)}>
            Let it through
          </Button>
          <Button variant="quiet" loading={acting} onClick={() => void decide(false)}>
            Refuse
          </Button>
        </div>
      </div>
    </li>
  )
}
