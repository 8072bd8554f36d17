import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { consoleNumberLocale } from '../../../i18n/locales.ts'
import { ScrolledTable } from '../../shared/scrolled-table.tsx'
import { hoursText } from './evening-hours.ts'
import type { Planned } from './operations.ts'

const columns = () => [t`Topic`, t`Hours`, t`Members who searched`, t`Chats`, t`Messages in a typical chat`]

/** The evenings that ended or were cancelled, with their figures. */
export const PastEvenings = ({ evenings }: { evenings: readonly Planned[] }) => (
  <section className="admin-table evenings-past sheet-surface" aria-labelledby="past-evenings-title">
    <div className="card-head">
      <h2 className="heading" id="past-evenings-title">
        {t`Past evenings`}
      </h2>
    </div>
    <ScrolledTable name={t`Past evenings`} columns={columns()}>
      {evenings.map((evening) => (
        <tr key={evening.id}>
          <td>
            <b className="admin-strong">
              <bdi>{evening.topic}</bdi>
            </b>
          </td>
          <td className="num">{hoursText(evening)}</td>
          <Figures evening={evening} />
        </tr>
      ))}
    </ScrolledTable>
  </section>
)

function Figures({ evening }: { evening: Planned }) {
  const { members, conversations, medianMessages } = evening
  if (members === null) return <td colSpan={3}>{withoutFigures(evening)}</td>
  const number = new Intl.NumberFormat(consoleNumberLocale())
  return [members, conversations, medianMessages].map((figure, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the three columns never change their order
    <td key={index} className="num">
      {figure === null ? t`none` : number.format(figure)}
    </td>
  ))
}

function withoutFigures({ cancelled, counted }: Planned): string {
  if (cancelled) return t`Cancelled`
  const few = LIMITS.searchWaitMembers
  return counted
    ? t`Fewer than ${few} members searched, so no figures are kept.`
    : t`Figures come a day after the evening.`
}
