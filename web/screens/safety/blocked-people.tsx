import { type RefObject, useState } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusBelowDialogs } from '../../ui/focus-below-dialogs.ts'
import { Mark } from '../../ui/mark.tsx'
import { dateOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { BLOCKED_PEOPLE, type BlockedPerson, UNBLOCK } from './operations.ts'
import { useRefetchOn } from './use-refetch-on.ts'

/** Takes the focus when the focused row is removed. */
export function BlockedPeople({
  heading,
  changes,
}: {
  heading: RefObject<HTMLElement | null>
  changes: number
}) {
  const { toasts } = useServices()
  const query = useQuery(BLOCKED_PEOPLE, {})
  useRefetchOn(changes, query.refetch)
  const { mutate, isMutating } = useMutation(UNBLOCK)
  const [asking, setAsking] = useState<BlockedPerson | null>(null)

  async function unblock({ id, displayName }: BlockedPerson) {
    try {
      await mutate({ userId: id })
    } catch (error) {
      if (isSessionOver(error)) return
      toasts.show({
        title: "We couldn't unblock this person",
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
      return
    }
    setAsking(null)
    toasts.show({ title: `${displayName} is no longer blocked` })
    await query.refetch()
    focusBelowDialogs(heading.current)
  }

  return (
    <>
      <Listing
        items={query.data?.blockedPeople ?? null}
        query={query}
        loading="Loading the people you blocked"
        failed="We couldn't load the people you blocked."
        empty="You haven't blocked anyone."
      >
        {(person) => (
          <li key={person.id} className="safety-row blocked">
            <Mark id={person.id} size="2.5rem" />
            <span className="blocked-who">
              <b>{person.displayName}</b>
              <span className="caption ink-3">Since {dateOf(person.since)}</span>
            </span>
            <Button size="sm" onClick={() => setAsking(person)}>
              Unblock<span className="sr-only"> {person.displayName}</span>
            </Button>
          </li>
        )}
      </Listing>
      {asking && (
        <ConfirmDialog
          title={`Unblock ${asking.displayName}?`}
          description="You may be matched again, and you can write to each other. They won't be told. If you reported them, the report stays."
          action="Unblock"
          isDestructive={false}
          isBusy={isMutating}
          onConfirm={() => void unblock(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
