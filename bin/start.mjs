// `npm start` and `npm run demo`. Any Node can read this file: see node-version.mjs.
import './node-version.mjs';

var given = process.argv.slice(2);
import('./run.mjs').then(function (run) {
  return run.run(given.length > 0 ? given : ['start']);
});
