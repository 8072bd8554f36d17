import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { focusBelowDialogs } from '../../ui/focus-below-dialogs.ts'
import { Mark } from '../../ui/mark.tsx'
import { dateOf } from './dates.ts'
import { Listing } from './listing.tsx'
import { ALLOW_KNOCKS, REFUSED_KNOCKS, type RefusedPerson } from './operations.ts'

/** The people whose invitations the member does not see. `heading` takes the focus when the focused row is removed. */
export function RefusedPeople({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const { toasts } = useServices()
  const query = useQuery(REFUSED_KNOCKS, {})
  const { mutate } = useMutation(ALLOW_KNOCKS)
  const [changing, setChanging] = useState<string | null>(null)

  async function allow({ id, displayName }: RefusedPerson) {
    setChanging(id)
    try {
      await mutate({ userId: id })
    } catch (error) {
      if (isSessionOver(error)) return
      toasts.show({
        title: t`We couldn't change this`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
      return
    } finally {
      setChanging(null)
    }
    toasts.show({ title: t`${{ name: shownName(displayName) }} can ask you again` })
    await query.refetch()
    focusBelowDialogs(heading.current)
  }

  return (
    <Listing
      items={query.data?.refusedKnocks ?? null}
      query={query}
      loading={t`Loading the people who can't ask you again`}
      failed={t`We couldn't load the people who can't ask you again.`}
      empty={t`There is no one here.`}
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
          <Button size="sm" loading={changing === person.id} onClick={() => void allow(person)}>
            <AllowAgain name={shownName(person.displayName)} />
          </Button>
        </li>
      )}
    </Listing>
  )
}

const AllowAgain = ({ name }: { name: string }) => (
  <Trans>
    Allow again<span className="sr-only"> {name}</span>
  </Trans>
)
