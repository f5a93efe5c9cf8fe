import type { User } from '#contract/records';
import { firstName } from '#domain/employee';
import { PRODUCT_NAME } from '../product.ts';
import { Mark } from './brand.tsx';
import { UserMenu } from './user-menu.tsx';

/** spec §2 Header. */
export const Header = ({ user, onSignOut }: { user: User; onSignOut: () => void }) => (
  <header className="border-b border-line bg-surface">
    <div className="mx-auto flex min-h-14 w-full max-w-320 items-center gap-3 px-4 sm:px-6">
      <Mark size={32} />
      <div className="min-w-0 grow">
        <p className="text-base leading-5 font-semibold">{PRODUCT_NAME}</p>
        <p className="text-xs text-muted">
          {user.role === 'admin' ? 'Admin Control Center' : 'Employee Workspace'}
        </p>
      </div>
      <p className="hidden text-sm text-muted md:block">Welcome back, {firstName(user.name)}!</p>
      <UserMenu user={user} onSignOut={onSignOut} />
    </div>
  </header>
);
