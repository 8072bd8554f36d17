import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { Overlap } from '../../ui/logo.tsx'
import { FORM_ADDRESSES } from './form-at.ts'

/** Leads someone without an account from the login to the registration. */
export const NewHere = () => (
  <section className="new-here" aria-labelledby="new-here">
    <Overlap />
    <div>
      <h2 className="subhead" id="new-here">{t`New here?`}</h2>
      <p className="ink-2">{t`Start with one interest. The rest takes two minutes.`}</p>
    </div>
    <Link className="button" data-variant="secondary" data-size="lg" to={FORM_ADDRESSES.register}>
      {t`Register`}
    </Link>
  </section>
)
