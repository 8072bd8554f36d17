import { Ban, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AdminUser } from '#schema/admin.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { AdminPage } from './mock-data.ts'
import { MoreRows } from './more-rows.tsx'
import { ScrolledTable } from './scrolled-table.tsx'

const PersonDetail = deferred(() => import('../moderation/person-detail.tsx'), 'PersonDetail')

const COLUMNS = ['Person', 'Plan', 'Status', 'Gender', 'Age', 'Place', 'Last seen']

interface UsersTableProps {
  page: AdminPage<AdminUser>
  /** Whether the next page is being loaded. */
  adding: boolean
  more(): void
  search: string
  /** The search that these users were loaded with. */
  searched: string
  onSearch(text: string): void
  /** Called when the person dialog closes, because a decision may have changed the person. */
  onClosed(): void
  /** Whether rows open the person dialog. */
  details: boolean
}

const placeOf = ({ city, state, country }: AdminUser) =>
  [city, state ?? country].filter(Boolean).join(', ') || 'Unknown'
const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

export function UsersTable(props: UsersTableProps) {
  const { page, adding, more, search, searched, onSearch, onClosed, details } = props
  const users = page.elements
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section className="admin-table sheet-surface" aria-labelledby="users-title">
      <div className="card-head">
        <h2 className="heading" id="users-title">
          Users
        </h2>
        <span className="count">{searched ? `${page.total} found` : page.total}</span>
        <label className="admin-search">
          <Search className="icon" data-size="sm" aria-hidden="true" />
          <input
            className="input"
            type="search"
            placeholder="Name or email"
            aria-label="Find by name or email"
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </label>
      </div>
      {users.length === 0 ? (
        <p className="admin-empty ink-2">
          {searched ? 'No one matches this name or email.' : 'No one has registered yet.'}
        </p>
      ) : (
        <ScrolledTable name="Users" columns={COLUMNS}>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <span className="admin-person">
                  <Mark id={user.id} size="2.25rem" />
                  <span>
                    {details ? (
                      <button type="button" className="link" onClick={() => setOpened(user.id)}>
                        <bdi>{user.displayName}</bdi>
                      </button>
                    ) : (
                      <b>
                        <bdi>{user.displayName}</bdi>
                      </b>
                    )}
                    <small>{user.userName}</small>
                  </span>
                </span>
              </td>
              <td>
                <span className="badge" data-tone={user.premiumUser ? 'you' : undefined}>
                  {user.premiumUser ? 'Premium' : 'Free'}
                </span>
              </td>
              <td>
                <span className="admin-state" data-tone={user.active ? undefined : 'danger'}>
                  {!user.active && <Ban className="icon" data-size="sm" aria-hidden="true" />}
                  {user.active ? 'Active' : 'Inactive'}
                </span>
              </td>
              <td>{user.gender}</td>
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
