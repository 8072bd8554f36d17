import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Ban, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AdminUser } from '#schema/admin.ts'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { deferred } from '../../ui/deferred.tsx'
import { listText } from '../../ui/list-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { ScrolledTable } from '../shared/scrolled-table.tsx'
import type { AdminPage } from './mock-data.ts'
import { MoreRows } from './more-rows.tsx'

const PersonDetail = deferred(() => import('../moderation/person-detail.tsx'), 'PersonDetail')

const columns = () => [t`Person`, t`Plan`, t`Status`, t`Gender`, t`Age`, t`Place`, t`Last seen`]

interface UsersTableProps {
  page: AdminPage<AdminUser>
  /** Whether the next page is being loaded. */
  adding: boolean
  more(): void
  /** The text in the field that finds users. */
  filter: string
  /** The text that these users were loaded with. */
  shownFilter: string
  onFilter(text: string): void
  /** Called when the person dialog closes, because a decision may have changed the person. */
  onClosed(): void
  /** Whether rows open the person dialog. */
  details: boolean
}

const placeOf = ({ city, state, country }: AdminUser) =>
  listText([city, state ?? country].flatMap((part) => part || [])) ||
  t({ message: 'Unknown', context: 'place' })
const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short', year: 'numeric' })

export function UsersTable(props: UsersTableProps) {
  const { page, adding, more, filter, shownFilter, onFilter, onClosed, details } = props
  const users = page.elements
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section className="admin-table sheet-surface" aria-labelledby="users-title">
      <div className="card-head">
        <h2 className="heading" id="users-title">
          {t`Users`}
        </h2>
        <span className="count">
          {shownFilter
            ? plural({ count: page.total }, { other: `${{ count: page.total }} found` })
            : page.total}
        </span>
        <label className="admin-find">
          <Search className="icon" data-size="sm" aria-hidden="true" />
          <input
            className="input"
            type="search"
            dir="auto"
            placeholder={t`Name or email`}
            aria-label={t`Find by name or email`}
            value={filter}
            onChange={(event) => onFilter(event.target.value)}
          />
        </label>
      </div>
      {users.length === 0 ? (
        <p className="admin-empty ink-2">
          {shownFilter ? t`No one matches this name or email.` : t`No one has registered yet.`}
        </p>
      ) : (
        <ScrolledTable name={t`Users`} columns={columns()}>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <span className="admin-person">
                  <Mark id={user.id} size="2.25rem" />
                  <span>
                    {details ? (
                      <button type="button" className="link" onClick={() => setOpened(user.id)}>
                        <bdi translate="no">{shownName(user.displayName)}</bdi>
                      </button>
                    ) : (
                      <b>
                        <bdi translate="no">{shownName(user.displayName)}</bdi>
                      </b>
                    )}
                    <small translate="no">{user.userName}</small>
                  </span>
                </span>
              </td>
              <td>
                <span className="badge" data-tone={user.premiumUser ? 'you' : undefined}>
                  {user.premiumUser ? t`Premium` : t({ message: 'Free', context: 'plan' })}
                </span>
              </td>
              <td>
                <span className="admin-state" data-tone={user.active ? undefined : 'danger'}>
                  {!user.active && <Ban className="icon" data-size="sm" aria-hidden="true" />}
                  {user.active
                    ? t({ message: 'Active', context: 'account' })
                    : t({ message: 'Inactive', context: 'account' })}
                </span>
              </td>
              <td>{i18n._(GENDER_LABELS[user.gender])}</td>
              <td>{user.age}</td>
              <td>{placeOf(user)}</td>
              <td>{dayOf(user.lastSeen)}</td>
            </tr>
          ))}
        </ScrolledTable>
      )}
      <MoreRows page={page} adding={adding} more={more} />
      {opened && (
        <Suspense>
          <PersonDetail
            userId={opened}
            onClose={() => {
              setOpened(null)
              onClosed()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
