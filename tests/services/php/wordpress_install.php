<?php
/** Installs the test blog and prints an application password of its admin. */

$host = parse_url( getenv( 'TEST_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'TEST_URL' ), PHP_URL_PORT );
$_SERVER += [ 'HTTP_HOST' => $host, 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1' ];
define( 'WP_INSTALLING', true );
require getenv( 'TEST_WORDPRESS' ) . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Testblog', 'admin', 'admin@example.org', true, '', 'admin-password' );
// What WordPress writes into every new blog is not part of anybody's test.
wp_delete_post( 1, true );
wp_delete_post( 2, true );
wp_delete_post( 3, true );
$options = [
	'permalink_structure' => '/%postname%/',
	'page_comments' => 1,
	'comments_per_page' => 100,
	'comment_moderation' => 0,
	'comment_previously_approved' => 0,
	'comment_max_links' => 0,
	'close_comments_for_old_posts' => 0,
	'require_name_email' => 0,
	'show_avatars' => 0,
	'timezone_string' => 'UTC',
];
foreach ( $options as $name => $value ) {
	update_option( $name, $value );
}
switch_theme( 'twentytwentythree' );
[ $password ] = WP_Application_Passwords::create_new_application_password( 1, [ 'name' => 'tests' ] );
echo $password;
