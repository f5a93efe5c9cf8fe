import { describe, expect, it } from 'vitest';
import {
  FIRST_STUDIOS,
  hubsOf,
  offeredStudios,
  placementFaults,
  registrationFaults,
  findRemovedPlaces,
  createPlaceRenamer,
  type Studio,
} from '#domain/people/studios';
import { studioFaults } from '#domain/people/confusable-names';

const hub = (id: string, name: string, isRetired = false) => ({ id, name, isRetired });
const studio = (id: string, name: string, hubs: Studio['hubs'] = [], isRetired = false): Studio => ({
  ...hub(id, name, isRetired),
  hubs,
});
const business = studio('b', 'Business', [hub('b1', 'Core'), hub('b2', 'Data'), hub('b3', 'Old', true)]);
const plain = studio('p', 'Plain');
const gone = studio('g', 'Gone', [hub('g1', 'Hub')], true);
const all = [business, plain, gone];

describe('the first studios and hubs (spec §3)', () => {
  it('a new workplace has these studios and hubs in this order', () => {
    expect(FIRST_STUDIOS.map(({ name, hubs }) => [name, ...hubs])).toEqual([
      [
        'Business Studio',
        'Core operations hub',
        'Data Intelligence & Innovation',
        'Digital Strategy & Innovation',
      ],
      ['Regulatory Reporting Studio', 'Compliance Hub', 'Reporting Hub'],
      [
        'Corporate Services Studio',
        'Team & Office Experience Hub',
        'Branding & Digital Presence Hub',
        'Client Engagement & Business Development Hub',
      ],
    ]);
  });
});

describe('offered studios', () => {
  it('studios and hubs that are not retired are offered in their order', () => {
    expect(offeredStudios(all)).toEqual([
      { name: 'Business', hubs: ['Core', 'Data'] },
      { name: 'Plain', hubs: [] },
    ]);
  });

  it.each(['', 'business', 'toString', '__proto__', 'Gone'])(
    '%j is not an offered studio and has no hubs',
    (text) => {
      expect(hubsOf(offeredStudios(all), text)).toEqual([]);
    },
  );
});

describe('the work step of a registration (spec §5)', () => {
  it.each([
    ['Business', 'Core', {}],
    ['', '', { department: 'Please select a studio', hub: 'Please select a hub' }],
    ['business', 'Core', { department: 'Please select a studio', hub: 'Please select a hub' }],
    ['Business', '', { hub: 'Please select a hub' }],
    ['Business', 'Old', { hub: 'Please select a hub' }],
    ['Business', 'Hub', { hub: 'Please select a hub' }],
    ['Gone', 'Hub', { department: 'Please select a studio', hub: 'Please select a hub' }],
    ['Plain', '', {}],
    ['Plain', 'Core', { hub: 'Please select a hub' }],
  ])('the choice %j, %j gives the faults %j', (department, chosen, faults) => {
    expect(registrationFaults(offeredStudios(all), { department, hub: chosen })).toEqual(faults);
  });

  it('requires no selection when no studios are offered', () => {
    expect(registrationFaults([], { department: '', hub: '' })).toEqual({});
    expect(registrationFaults([], { department: 'Business', hub: '' })).toEqual({
      department: 'Please select a studio',
      hub: 'Please select a hub',
    });
  });
});

describe('placement by an admin', () => {
  it.each([
    ['Business', 'Data', undefined, {}],
    ['Business', '', undefined, {}],
    ['General', 'whatever', undefined, {}],
    ['Business', 'Hub', undefined, { hub: 'Select a hub in this studio' }],
    ['Business', 'Old', undefined, { hub: 'This hub is retired.' }],
    ['Gone', '', undefined, { department: 'This studio is retired.' }],
    // People may stay where they are.
    ['Gone', 'Hub', { department: 'Gone', hub: 'Hub' }, {}],
    ['Business', 'Old', { department: 'Business', hub: 'Old' }, {}],
    ['Business', 'Lost', { department: 'Business', hub: 'Lost' }, {}],
    ['Business', 'Old', { department: 'Business', hub: 'Core' }, { hub: 'This hub is retired.' }],
  ])('the placement %j, %j, from %j, gives the faults %j', (department, chosen, before, faults) => {
    expect(placementFaults(all, { department, hub: chosen }, before)).toEqual(faults);
  });
});

describe('names of studios and hubs', () => {
  it.each([
    ['case', 'Business', 'BUSINESS'],
    ['accents', 'Cafe', 'Café'],
    ['blanks', 'Core Hub', 'Corehub'],
    ['letters of another alphabet', 'Core', 'Соrе'],
  ])('two names that differ only in %s are both refused', (_what, one, other) => {
    const message = 'This name, or one that looks like it, is already used';
    expect(studioFaults([studio('1', one), studio('2', other)])).toEqual({
      'studios.0.name': message,
      'studios.1.name': message,
    });
    expect(studioFaults([studio('1', 'A', [hub('2', one), hub('3', other)])])).toEqual({
      'studios.0.hubs.0.name': message,
      'studios.0.hubs.1.name': message,
    });
  });

  it('a hub may have the name of its studio or of a hub in another studio', () => {
    expect(studioFaults([studio('1', 'A', [hub('2', 'A')]), studio('3', 'B', [hub('4', 'A')])])).toEqual({});
  });
});

describe('renaming', () => {
  it('renaming moves people by id, so two studios can swap names', () => {
    const after = [
      studio('b', 'Plain', [hub('b1', 'Data'), hub('b2', 'Core'), hub('b3', 'Old', true)]),
      studio('p', 'Business'),
      gone,
    ];
    const moveOf = createPlaceRenamer(all, after);
    expect(moveOf({ department: 'Business', hub: 'Core' })).toEqual({ department: 'Plain', hub: 'Data' });
    expect(moveOf({ department: 'Business', hub: 'by hand' })).toEqual({
      department: 'Plain',
      hub: 'by hand',
    });
    expect(moveOf({ department: 'Plain', hub: '' })).toEqual({ department: 'Business', hub: '' });
    expect(moveOf({ department: 'Gone', hub: 'Hub' })).toBeNull();
    expect(moveOf({ department: 'General', hub: 'Core' })).toBeNull();
  });

  it('a new hub with the name of a removed one is a different hub and moves nobody', () => {
    const after = [studio('b', 'Business', [hub('b1', 'Core'), hub('new', 'Data')])];
    expect(findRemovedPlaces(all, after)).toEqual({
      studios: [plain, gone],
      hubs: [
        { ...hub('b2', 'Data'), studio: business },
        { ...hub('b3', 'Old', true), studio: business },
      ],
    });
    expect(createPlaceRenamer(all, after)({ department: 'Business', hub: 'Data' })).toBeNull();
  });
});
