import { useTranslation } from 'react-i18next';
import { environmentText } from '../../shared/tables.ts';
import { useLab } from '../state/use-lab.ts';

/** The processes behind the figures, with their ids: at a workshop somebody will kill one. */
export function Roles() {
  const { t } = useTranslation();
  const roles = useLab((state) => state.status?.roles);
  const environment = useLab((state) => state.status?.environment);
  return (
    <footer className="roles">
      <ul aria-label={t('roles.title')}>
        {roles?.map((role) => (
          <li key={role.role} className={`role role-${role.phase}`}>
            <span className="phase-dot" aria-hidden="true" />
            <strong>{role.role}</strong> {t(`roles.${role.phase}`)}
            {role.pid !== undefined && <span className="pid"> pid {role.pid}</span>}
          </li>
        ))}
      </ul>
      {environment && <span className="environment">{environmentText(environment)}</span>}
    </footer>
  );
}
