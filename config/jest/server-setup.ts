import { makeHashesCheap } from '../../__tests__/support/worker/cheap-hashes'

// The AWS SDK warns at each start that it will need a newer Node in 2027: no test can fix that.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

makeHashesCheap()
