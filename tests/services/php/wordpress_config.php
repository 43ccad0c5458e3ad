<?php
/** The test blog's configuration: the code is shared by all test runs, what is the run's own comes by environment. */

define( 'DB_NAME', 'blog' );
define( 'DB_USER', 'blog' );
define( 'DB_PASSWORD', 'blog' );
define( 'DB_HOST', '127.0.0.1:' . getenv( 'TEST_DATABASE_PORT' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
$table_prefix = 'wp_';

$secrets = [ 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY',
	'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ];
foreach ( $secrets as $secret ) {
	define( $secret, "no secret: $secret of a test" );
}

define( 'WP_HOME', getenv( 'TEST_URL' ) );
define( 'WP_SITEURL', getenv( 'TEST_URL' ) );
define( 'WP_CONTENT_DIR', getenv( 'TEST_DIRECTORY' ) . '/content' );
define( 'WP_CONTENT_URL', WP_HOME . '/wp-content' );
define( 'WPMU_PLUGIN_DIR', __DIR__ . '/mu-plugins' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', false );

require_once ABSPATH . 'wp-settings.php';
