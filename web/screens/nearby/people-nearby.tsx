import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './nearby.css'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import { GENDER_FILTERS, GENDER_OF_FILTER } from '#schema/enums.ts'
import { NEARBY_FILTERS, type NearbyUser } from '#schema/nearby.ts'
import { isReportedAlready } from '../../data/failure.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { listText } from '../../ui/list-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { Select } from '../../ui/select.tsx'
import { RowSkeletons } from '../shared/row-skeletons.tsx'
import { useNearby } from './use-nearby.ts'

const filters = () => [
  { value: 'none', label: t`None (show all)` },
  ...GENDER_FILTERS.map((value) => ({ value, label: i18n._(GENDER_LABELS[GENDER_OF_FILTER[value]]) })),
]

interface PeopleNearbyProps {
  me: User
  onChosen(): void
}

/** The People Nearby panel, for premium members who turned nearby on. */
export function PeopleNearby({ me, onChosen }: PeopleNearbyProps) {
  const nearby = useNearby()
  return (
    <section aria-labelledby="nearby-title" className="nearby">
      <div className="section-head">
        <h2 className="subhead" id="nearby-title">
          {t`People Nearby`}
        </h2>
        {nearby.total !== null && (
          <span className="count">
            <span className="sr-only">{t`Number of people:`} </span>
            {nearby.total}
          </span>
        )}
        <IconButton label={t`Refresh people nearby`} size="sm" onClick={() => void nearby.refresh()}>
          <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
        </IconButton>
      </div>
      <Select
        className="nearby-filter"
        look="pill"
        label={t`Filter by gender`}
        options={filters()}
        value={nearby.filter}
        onChange={(value) => nearby.choose(NEARBY_FILTERS.find((one) => one === value) ?? 'none')}
      />
      <People me={me} nearby={nearby} onChosen={onChosen} />
    </section>
  )
}

interface PeopleProps extends PeopleNearbyProps {
  nearby: ReturnType<typeof useNearby>
}

function People({ me, nearby, onChosen }: PeopleProps) {
  const { toasts } = useServices()
  const { startChat, refreshConversations } = useMember()
  const { people, status, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, remove } = nearby
  const [starting, setStarting] = useState<string | null>(null)

  if (status === 'pending') return <RowSkeletons label={t`Looking for people near you`} />
  if (status === 'error' && people.length === 0) {
    return (
      <div className="list-note">
        <p className="ink-2">{t`We couldn't load the people near you.`}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    )
  }
  if (people.length === 0) {
    return (
      <p className="list-note ink-2">
        {me.location === null
          ? t`We don't know which city you are in. Allow this page to see your location to find people near you.`
          : t`No one nearby at the moment. Check back later!`}
      </p>
    )
  }

  async function start(person: NearbyUser) {
    setStarting(person.id)
    const conversation = await startChat(person)
    setStarting(null)
    if (!conversation) return
    remove(person)
    refreshConversations()
    onChosen()
  }

  async function loadMore() {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError || isReportedAlready(error)) return
    toasts.show({
      title: t`Error`,
      description: t`We couldn't load more people. Please try again.`,
      variant: 'destructive',
    })
  }

  return (
    <>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <NearbyRow person={person} busy={starting === person.id} onChoose={() => void start(person)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className="load-more"
          variant="quiet"
          size="sm"
          loading={isFetchingNextPage}
          onClick={() => void loadMore()}
        >
          <Trans>
            Load More<span className="sr-only"> people nearby</span>
          </Trans>
        </Button>
      )}
    </>
  )
}

function NearbyRow({ person, busy, onChoose }: { person: NearbyUser; busy: boolean; onChoose(): void }) {
  const { id, displayName, interests, city, state, age } = person
  const gender = i18n._(GENDER_LABELS[person.gender])
  const facts = plural(age, { one: `# yrs • ${gender}`, other: `# yrs • ${gender}` })
  const place = listText([city, state].flatMap((part) => part || []))
  return (
    <button
      type="button"
      className="nearby-row"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onChoose}
    >
      <Mark id={id} size="2.5rem" />
      <span>
        <span className="line">
          <span className="who" dir="auto" translate="no">
            {shownName(displayName)}
          </span>
          <span className="meta">{facts}</span>
        </span>
        <span className="what">{listText(interests.map(interestName))}</span>
        {place && (
          <span className="meta">
            <bdi>{place}</bdi>
          </span>
        )}
      </span>
    </button>
  )
}
