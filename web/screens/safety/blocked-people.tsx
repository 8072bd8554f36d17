import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { shownName } from '../../i18n/shown-name.ts'
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
    const name = shownName(displayName)
    try {
      await mutate({ userId: id })
    } catch (error) {
      if (isSessionOver(error)) return
      toasts.show({
        title: t`We couldn't unblock this person`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
      return
    }
    setAsking(null)
    toasts.show({ title: t`${{ displayName: name }} is no longer blocked` })
    await query.refetch()
    focusBelowDialogs(heading.current)
  }

  return (
    <>
      <Listing
        items={query.data?.blockedPeople ?? null}
        query={query}
        loading={t`Loading the people you blocked`}
        failed={t`We couldn't load the people you blocked.`}
        empty={t`You haven't blocked anyone.`}
      >
        {(person) => (
          <li key={person.id} className="safety-row blocked">
            <Mark id={person.id} size="2.5rem" />
            <span className="blocked-who">
              <b dir="auto" translate="no">
                {shownName(person.displayName)}
              </b>
              <span className="caption ink-3">{t`Since ${{ date: dateOf(person.since) }}`}</span>
            </span>
            <Button size="sm" onClick={() => setAsking(person)}>
              <Unblock name={shownName(person.displayName)} />
            </Button>
          </li>
        )}
      </Listing>
      {asking && (
        <ConfirmDialog
          title={t`Unblock ${{ name: shownName(asking.displayName) }}?`}
          description={t`You may be matched again, and you can write to each other. They won't be told. If you reported them, the report stays.`}
          action={t`Unblock`}
          isDestructive={false}
          isBusy={isMutating}
          onConfirm={() => void unblock(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

const Unblock = ({ name }: { name: string }) => (
  <Trans>
    Unblock<span className="sr-only"> {name}</span>
  </Trans>
)
